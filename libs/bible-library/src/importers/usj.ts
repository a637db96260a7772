import { boundJson } from './bounded-json.ts'
import { receiveMarkers } from './marked-xml.ts'
import type { ScriptureReader } from './scripture-reader.ts'
import type { ScriptureReceiver } from './scripture-receiver.ts'
import { receiveSpeech } from './speech-milestones.ts'

type Node = { readonly [name: string]: unknown }

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Reads USJ 3 (Unified Scripture JSON): USX as JSON, one book a file (https://docs.usfm.bible/usfm/3.1/usj). */
export const readUsj = (receiver: ScriptureReceiver): ScriptureReader => {
  const marked = receiveMarkers(receiver)
  const speech = receiveSpeech(receiver)
  const bound = boundJson(receiver.refuse)
  let whole = ''

  const within = (node: Node) => {
    for (const part of Array.isArray(node.content) ? node.content : [])
      if (typeof part === 'string') marked.text(part)
      else if (isNode(part)) enter(part)
  }

  const enter = (node: Node) => {
    const attribute = (name: string) => (node[name] === undefined ? undefined : String(node[name]))
    const marker = attribute('marker') ?? ''
    const element = { name: marker, attribute, selfClosing: false }
    switch (attribute('type')) {
      case 'book':
        return receiver.openBook(attribute('code') ?? '')
      case 'chapter':
        return receiver.openChapter(attribute('number') ?? '')
      case 'verse':
        return receiver.openVerse(attribute('number') ?? '')
      case 'figure':
      case 'sidebar':
        return
      case 'optbreak':
        return receiver.text(' ')
      case 'ms':
        if (/^qt\d?-s$/.test(marker)) speech.start(attribute('who'), attribute('sid'))
        else if (/^qt\d?-e$/.test(marker)) speech.end(attribute('eid'))
        return
      case 'table:row':
        receiver.startLine('paragraph')
        return within(node)
      case 'para':
        marked.enterParagraph(element, marker)
        break
      default:
        marked.enter(element, marker)
    }
    within(node)
    marked.leave(element)
    // The end of a paragraph separates words, like the end of a line in USFM.
    if (attribute('type') === 'para') marked.text(' ')
  }

  return {
    write: (text) => {
      bound.look(text)
      // A book is one JSON value, in which a chapter has no end mark. So the beginning of the next chapter ends a
      // chapter.
      if (text.includes('"chapter"')) bound.chapterEnded()
      whole += text
    },
    end: () => {
      let document: unknown
      try {
        document = JSON.parse(whole.replace(/^\ufeff/, ''))
      } catch {
        return receiver.refuse('This is not well-formed JSON. Was the file cut off?')
      }
      if (isNode(document)) within(document)
      receiver.closeBook()
    },
  }
}
