import type { SpanKind } from '../verse-builder.ts'
import type { ScriptureReader, ScriptureReceiver } from './scripture-receiver.ts'
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

const SKIPPED = new Set(['information', 'prolog', 'remark', 'xref', 'media', 'appinfo'])

/** Zefania XML: BIBLEBOOK, CHAPTER and VERS by number; CAPTION for titles, STYLE for spans, NOTE for footnotes. */
export const readZefania = (receiver: ScriptureReceiver): ScriptureReader => {
  const spans = new Map<XmlElement, SpanKind>()
  let skippedBy: XmlElement | null = null
  let noteBy: XmlElement | null = null
  let note = ''

  const enter: Record<string, (element: XmlElement) => void> = {
    biblebook: (element) =>
      receiver.openBookNumber(Number(element.attribute('bnumber')), element.attribute('bname') ?? ''),
    chapter: (element) => receiver.openChapter(element.attribute('cnumber') ?? ''),
    vers: (element) => receiver.openVerse(element.attribute('vnumber') ?? ''),
    caption: () => receiver.openHeading('section'),
    note: (element) => {
      noteBy = element
      note = ''
    },
    br: (element) => receiver.startLine(element.attribute('art') === 'x-p' ? 'paragraph' : 'line'),
    style: (element) => {
      const span = spanOf(element)
      if (!span) return
      receiver.openSpan(span)
      spans.set(element, span)
    },
  }
  const leave: Record<string, (element: XmlElement) => void> = {
    biblebook: () => receiver.closeBook(),
    vers: () => receiver.closeVerse(),
    caption: () => receiver.closeHeading(),
    style: (element) => {
      const span = spans.get(element)
      if (span) receiver.closeSpan(span)
      spans.delete(element)
    },
  }

  return readXml(receiver, {
    root: 'xmlbible',
    enter: (element) => {
      if (skippedBy || noteBy) return
      const name = element.name.toLowerCase()
      if (SKIPPED.has(name)) skippedBy = element
      else enter[name]?.(element)
    },
    leave: (element) => {
      if (skippedBy === element) skippedBy = null
      else if (noteBy === element) {
        receiver.note(note)
        noteBy = null
      } else if (!skippedBy && !noteBy) leave[element.name.toLowerCase()]?.(element)
    },
    text: (words) => {
      if (noteBy) note += words
      else if (!skippedBy) receiver.text(words)
    },
  })
}
