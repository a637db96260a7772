import { receiveMarkers } from './marked-xml.ts'
import type { ScriptureReader } from './scripture-reader.ts'
import type { ScriptureReceiver } from './scripture-receiver.ts'
import { receiveSpeech } from './speech-milestones.ts'
import { readXml } from './xml-reading.ts'

/** Reads USX 2 and 3 (Unified Scripture XML), the format of the Digital Bible Library, one book a file. */
export const readUsx = (receiver: ScriptureReceiver): ScriptureReader => {
  const marked = receiveMarkers(receiver)
  const speech = receiveSpeech(receiver)
  return readXml(receiver, {
    root: 'usx',
    enter: (element) => {
      if (marked.leftOut()) return
      const style = element.attribute('style') ?? ''
      switch (element.name) {
        case 'book':
          receiver.openBook(element.attribute('code') ?? element.attribute('id') ?? '')
          // The text of this element is the file's title.
          marked.leaveOut(element)
          break
        case 'chapter':
          if (element.attribute('eid') === undefined) receiver.openChapter(element.attribute('number') ?? '')
          break
        case 'verse':
          if (element.attribute('eid') === undefined) receiver.openVerse(element.attribute('number') ?? '')
          else receiver.closeVerse()
          break
        case 'para':
          marked.enterParagraph(element, style)
          break
        case 'char':
        case 'note':
        case 'cell':
          marked.enter(element, style)
          break
        case 'row':
          receiver.startLine('paragraph')
          break
        case 'ms':
          if (/^qt\d?-s$/.test(style)) speech.start(element.attribute('who'), element.attribute('sid'))
          else if (/^qt\d?-e$/.test(style)) speech.end(element.attribute('eid'))
          break
        case 'optbreak':
          receiver.text(' ')
          break
        case 'figure':
        case 'sidebar':
          marked.leaveOut(element)
          break
      }
    },
    leave: marked.leave,
    text: marked.text,
    end: receiver.closeBook,
  })
}
