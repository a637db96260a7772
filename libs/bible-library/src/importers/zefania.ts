import type { SpanKind } from '../verse-builder.ts'
import type { ScriptureReader } from './scripture-reader.ts'
import type { ScriptureReceiver } from './scripture-receiver.ts'
import { shortened } from './version-said.ts'
import { readXml, type XmlElement } from './xml-reading.ts'

const RED = /color\s*:\s*(?:#f00\b|#ff0000|red\b)/i
const ITALIC = /font-style\s*:\s*italic/i

/** The kind of a <STYLE>. Red words are words of Jesus, and italic words were added by the translators. */
const spanOf = (element: XmlElement): SpanKind | null => {
  const css = element.attribute('css') ?? ''
  const style = element.attribute('fs') ?? ''
  if (RED.test(css) || style === 'x-red') return 'jesus'
  if (ITALIC.test(css) || style === 'italic') return 'added'
  if (style === 'divineName') return 'name'
  return null
}

const ENDS_IN_LATIN = /\p{Script=Latin}$/u
const BEGINS_IN_LATIN = /^\p{Script=Latin}/u

/** The most titles or remarks of a chapter that wait for their verses. The longest chapter has 176 verses. */
const WAITING_MAX = 2_000

const SKIPPED = new Set(['prolog', 'xref', 'media', 'appinfo'])

/**
 * Reads Zefania XML: BIBLEBOOK, CHAPTER and VERS with numbers, CAPTION (titles), STYLE (spans), NOTE (footnotes) and
 * REMARK (comments of the file's editor).
 */
export const readZefania = (receiver: ScriptureReceiver): ScriptureReader => {
  const spans = new Map<XmlElement, SpanKind>()
  let skippedBy: XmlElement | null = null
  let noteBy: XmlElement | null = null
  let note = ''
  /** Remarks outside of verses, with the numbers of their verses. A remark may stand before or after its verse. */
  let remarks: { on: number; text: string }[] = []
  let remarked = 0
  /** Titles that wait for the verse that they name. Other verses may come before it. */
  let captions: { before: number; text: string }[] = []
  let caption: (typeof captions)[number] | null = null
  let verse = ''
  let lastWords = ''
  /** The details in the file's <INFORMATION>. */
  const about = { title: '', rights: '' }
  let bibleName: string | undefined
  let inAbout = false
  let field: keyof typeof about | null = null
  /** Whether a <STYLE> has ended since the last words. */
  let styleEnded = false
  /** Whether a <STYLE> began directly after another <STYLE> had ended. */
  let isBetweenStyles = false

  const bounded = <T>(one: T, others: readonly T[]): T => {
    if (others.length >= WAITING_MAX) receiver.refuse(`More than ${WAITING_MAX} titles or remarks in a chapter.`)
    return one
  }
  const addDueCaptions = () => {
    const due = captions.filter(({ before }) => !(before > Number.parseInt(verse, 10)))
    captions = captions.filter((one) => !due.includes(one))
    for (const { text } of due) {
      receiver.openHeading('section')
      receiver.text(text)
      receiver.closeHeading()
    }
  }

  const enter: Record<string, (element: XmlElement) => void> = {
    biblebook: (element) =>
      receiver.openBookNumber(
        Number.parseInt(element.attribute('bnumber') ?? '', 10),
        element.attribute('bname') ?? element.attribute('bsname') ?? '',
      ),
    chapter: (element) => receiver.openChapter(element.attribute('cnumber') ?? ''),
    vers: (element) => {
      verse = element.attribute('vnumber') ?? ''
      addDueCaptions()
      receiver.openVerse(verse)
    },
    caption: (element) => {
      caption = { before: Number(element.attribute('vref')), text: '' }
    },
    note: (element) => {
      noteBy = element
      note = ''
    },
    remark: (element) => {
      noteBy = element
      note = ''
    },
    br: (element) => receiver.startLine(element.attribute('art') === 'x-p' ? 'paragraph' : 'line'),
    style: (element) => {
      isBetweenStyles = styleEnded
      styleEnded = false
      const span = spanOf(element)
      if (!span) return
      receiver.openSpan(span)
      spans.set(element, span)
    },
  }
  const leave: Record<string, (element: XmlElement) => void> = {
    biblebook: () => receiver.closeBook(),
    chapter: () => {
      for (const { text } of captions) receiver.note(text)
      captions = []
      for (const { on, text } of remarks) receiver.noteOn(on, text)
      remarks = []
    },
    vers: () => {
      receiver.closeVerse()
      verse = ''
    },
    caption: () => {
      if (caption) captions.push(bounded(caption, captions))
      caption = null
      if (verse) addDueCaptions()
    },
    style: (element) => {
      styleEnded = true
      const span = spans.get(element)
      if (span) receiver.closeSpan(span)
      spans.delete(element)
    },
  }

  const reader = readXml(receiver, {
    root: 'xmlbible',
    enter: (element) => {
      if (skippedBy || noteBy) return
      const name = element.name.toLowerCase()
      if (inAbout) {
        field = name === 'title' || name === 'rights' ? name : null
        return
      }
      if (name === 'xmlbible') bibleName = element.attribute('biblename')
      if (name === 'information') inAbout = true
      if (SKIPPED.has(name)) skippedBy = element
      else enter[name]?.(element)
    },
    leave: (element) => {
      if (inAbout) {
        field = null
        inAbout = element.name.toLowerCase() !== 'information'
      } else if (skippedBy === element) skippedBy = null
      else if (noteBy === element) {
        noteBy = null
        if (element.name.toLowerCase() === 'note') return receiver.note(note)
        remarked += 1
        const on = Number(element.attribute('vref') ?? 0)
        // A remark inside a verse stays in its place.
        if (verse || on === 0) receiver.note(note)
        else remarks.push(bounded({ on, text: note }, remarks))
      } else if (!skippedBy && !noteBy) leave[element.name.toLowerCase()]?.(element)
    },
    text: (words) => {
      if (inAbout) {
        if (field) about[field] = receiver.bounded(about[field] + words)
      } else if (noteBy && !skippedBy) note = receiver.bounded(note + words)
      else if (caption) caption.text = receiver.bounded(caption.text + words)
      else if (!skippedBy) {
        // Some files lack the space between two styles. A Latin word does not change its style in the middle, so a
        // space is added.
        const lacksSpace = isBetweenStyles && ENDS_IN_LATIN.test(lastWords) && BEGINS_IN_LATIN.test(words)
        receiver.text(lacksSpace ? ` ${words}` : words)
        lastWords = words
        styleEnded = false
        isBetweenStyles = false
      }
    },
    end: () => {
      if (remarked > 0) receiver.odd('remarks_as_notes', { count: remarked })
    },
  })
  return {
    ...reader,
    details: () => ({ name: shortened(about.title || bibleName, 200), licence: shortened(about.rights) }),
  }
}
