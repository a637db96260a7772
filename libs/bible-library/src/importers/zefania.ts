import type { SpanKind } from '../verse-builder.ts'
import type { ScriptureReader } from './scripture-reader.ts'
import type { ScriptureReceiver } from './scripture-receiver.ts'
import { shortened } from './version-said.ts'
import { readXml, type XmlElement } from './xml-reading.ts'

const RED = /color\s*:\s*(?:#f00\b|#ff0000|red\b)/i
const ITALIC = /font-style\s*:\s*italic/i

/** Zefania has no words for these; its files say them by colour and slant. */
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

/** The longest chapter has 176 verses. */
const WAITING_MAX = 2_000

const SKIPPED = new Set(['prolog', 'xref', 'media', 'appinfo'])

/**
 * Zefania XML: BIBLEBOOK, CHAPTER and VERS by number; CAPTION for titles, STYLE for spans, NOTE for footnotes, and REMARK
 * for what the editor of the file has to say on a verse.
 */
export const readZefania = (receiver: ScriptureReceiver): ScriptureReader => {
  const spans = new Map<XmlElement, SpanKind>()
  let skippedBy: XmlElement | null = null
  let noteBy: XmlElement | null = null
  let note = ''
  /** Remarks on verses that may stand before or after them in the chapter. */
  let remarks: { on: number; text: string }[] = []
  let remarked = 0
  /** Titles wait for the verse that they name, which need not be the next one. */
  let captions: { before: number; text: string }[] = []
  let caption: (typeof captions)[number] | null = null
  let verse = ''
  let lastWords = ''
  /** What the file says of its text. */
  const about = { title: '', rights: '' }
  let bibleName: string | undefined
  let inAbout = false
  let said: keyof typeof about | null = null
  /** A style ended, and no words came since; and another began right then. */
  let styleEnded = false
  let isBetweenStyles = false

  const waiting = <T>(one: T, others: readonly T[]): T => {
    if (others.length >= WAITING_MAX) receiver.refuse(`More than ${WAITING_MAX} titles or remarks in a chapter.`)
    return one
  }
  const giveCaptions = () => {
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
      giveCaptions()
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
      if (caption) captions.push(waiting(caption, captions))
      caption = null
      if (verse) giveCaptions()
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
        said = name === 'title' || name === 'rights' ? name : null
        return
      }
      if (name === 'xmlbible') bibleName = element.attribute('biblename')
      if (name === 'information') inAbout = true
      if (SKIPPED.has(name)) skippedBy = element
      else enter[name]?.(element)
    },
    leave: (element) => {
      if (inAbout) {
        said = null
        inAbout = element.name.toLowerCase() !== 'information'
      } else if (skippedBy === element) skippedBy = null
      else if (noteBy === element) {
        noteBy = null
        if (element.name.toLowerCase() === 'note') return receiver.note(note)
        remarked += 1
        const on = Number(element.attribute('vref') ?? 0)
        // Within a verse it stands where it is said.
        if (verse || on === 0) receiver.note(note)
        else remarks.push(waiting({ on, text: note }, remarks))
      } else if (!skippedBy && !noteBy) leave[element.name.toLowerCase()]?.(element)
    },
    text: (words) => {
      if (inAbout) {
        if (said) about[said] = receiver.bounded(about[said] + words)
      } else if (noteBy && !skippedBy) note = receiver.bounded(note + words)
      else if (caption) caption.text = receiver.bounded(caption.text + words)
      else if (!skippedBy) {
        // Writers forget the blank where one style ends and the next begins; no word of these letters changes its style within.
        const isForgotten = isBetweenStyles && ENDS_IN_LATIN.test(lastWords) && BEGINS_IN_LATIN.test(words)
        receiver.text(isForgotten ? ` ${words}` : words)
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
