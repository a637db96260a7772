import type { SpanKind } from '../verse-builder.ts'
import type { ScriptureReceiver } from './scripture-receiver.ts'
import { meaningOf, wordsOfNote } from './usfm-markers.ts'
import type { XmlElement } from './xml-reading.ts'

/**
 * The common part of the readers of USX, USJ and USFX, whose elements correspond to USFM's markers. A reader calls
 * `enter` with an element and its marker, and `leave` at the end of the element.
 */
export const receiveMarkers = (receiver: ScriptureReceiver) => {
  const endings = new Map<XmlElement, () => void>()
  let leftOutBy: XmlElement | null = null
  let note: { by: XmlElement; origin: string; text: string | null } | null = null
  /** The open element with the reference of the note's verse, such as 3:1 (\fr of USFM). */
  let origin: XmlElement | null = null

  const leaveOut = (element: XmlElement) => {
    leftOutBy = element
  }
  const span = (element: XmlElement, kind: SpanKind) => {
    receiver.openSpan(kind)
    endings.set(element, () => receiver.closeSpan(kind))
  }

  /** Opens a word, whose attributes are strong, lemma and x-morph in USX and USJ, and s, l and m in USFX. */
  const word = (element: XmlElement) => {
    receiver.openWord()
    endings.set(element, () => {
      const strong = element.attribute('strong') ?? element.attribute('s') ?? ''
      const lemma = element.attribute('lemma') ?? element.attribute('l')
      const morph = element.attribute('x-morph') ?? element.attribute('m')
      receiver.closeWord(`${strong}\u0000${lemma ?? ''}\u0000${morph ?? ''}`, () => ({
        numbers: strong.split(/[\s,;]+/).filter(Boolean),
        lemma,
        morph,
      }))
    })
  }

  const enter = (element: XmlElement, marker: string) => {
    if (leftOutBy) return
    const meaning = meaningOf(marker)
    if (note) {
      if (marker === 'fr') origin = element
      else if (meaning.is === 'left-out') leaveOut(element)
      return
    }
    switch (meaning.is) {
      case 'left-out':
        leaveOut(element)
        break
      case 'note':
      case 'cross-reference':
        note = { by: element, origin: '', text: meaning.is === 'note' ? '' : null }
        break
      case 'heading':
        receiver.openHeading(meaning.kind)
        endings.set(element, receiver.closeHeading)
        break
      case 'line':
        receiver.startLine('line', meaning.indent)
        break
      case 'blank':
        receiver.startLine('stanza')
        break
      case 'paragraph':
        receiver.startLine('paragraph')
        break
      case 'cell':
        receiver.text(' ')
        break
      case 'span':
        span(element, meaning.kind)
        break
      case 'plain':
        if (marker === 'w') word(element)
        break
    }
  }

  return {
    /** Whether the reader is inside an element whose children must be ignored. */
    leftOut: () => leftOutBy !== null,
    leaveOut,
    enter,
    /** Enters an element that is a paragraph even if its marker is unknown. */
    enterParagraph: (element: XmlElement, marker: string) =>
      enter(element, meaningOf(marker).is === 'plain' ? 'p' : marker),
    leave: (element: XmlElement) => {
      if (leftOutBy === element) leftOutBy = null
      else if (origin === element) origin = null
      else if (note?.by === element) {
        if (note.text !== null) receiver.note(wordsOfNote(note.origin, note.text))
        note = null
      } else {
        endings.get(element)?.()
        endings.delete(element)
      }
    },
    text: (words: string) => {
      if (leftOutBy) return
      if (!note) receiver.text(words)
      else if (note.text === null) return
      else if (origin) note.origin = receiver.bounded(note.origin + words)
      else note.text = receiver.bounded(note.text + words)
    },
  }
}
