import { boundJson } from './bounded-json.ts'
import { receiveMarkers } from './marked-xml.ts'
import type { ScriptureReader } from './scripture-reader.ts'
import type { ScriptureReceiver } from './scripture-receiver.ts'
import { receiveSpeech } from './speech-milestones.ts'

type Node = { readonly [name: string]: unknown }

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)

/** USJ 3 (Unified Scripture JSON), one book a file: USX in other brackets (https://docs.usfm.bible/usfm/3.1/usj). */
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
    const said = (name: string) => (node[name] === undefined ? undefined : String(node[name]))
    const marker = said('marker') ?? ''
    const element = { name: marker, attribute: said, selfClosing: false }
    switch (said('type')) {
      case 'book':
        return receiver.openBook(said('code') ?? '')
      case 'chapter':
        return receiver.openChapter(said('number') ?? '')
      case 'verse':
        return receiver.openVerse(said('number') ?? '')
      case 'figure':
      case 'sidebar':
        return
      case 'optbreak':
        return receiver.text(' ')
      case 'ms':
        if (/^qt\d?-s$/.test(marker)) speech.start(said('who'), said('sid'))
        else if (/^qt\d?-e$/.test(marker)) speech.end(said('eid'))
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
    // Its lines part words, as those of USFM do.
    if (said('type') === 'para') marked.text(' ')
  }

  return {
    write: (text) => {
      bound.look(text)
      // A book is one value, so its chapters have no end of their own in the letters.
      if (text.includes('"chapter"')) bound.chapterEnded()
      whole += text
    },
    end: () => {
      let read: unknown
      try {
        read = JSON.parse(whole.replace(/^\ufeff/, ''))
      } catch {
        return receiver.refuse('This is not well-formed JSON. Was the file cut off?')
      }
      if (isNode(read)) within(read)
      receiver.closeBook()
    },
  }
}
