import { receiveMarkers } from './marked-xml.ts'
import type { ScriptureReader } from './scripture-reader.ts'
import type { ScriptureReceiver } from './scripture-receiver.ts'
import { readXml, type XmlElement } from './xml-reading.ts'

/** Elements that are left out with their content. Other elements are left out if their USFM marker is. */
const leftOut = new Set(['languageCode', 'id', 'generated', 'figDescription', 'sidebar', 'xdc', 'fdc'])

/**
 * The USFM marker of an element: usually the element's name. Some elements give the marker in `sfm` or `style`, or its
 * number in `level`.
 */
const markerOf = (element: XmlElement): string => {
  const { name } = element
  if (name === 'p') return element.attribute('sfm') ?? element.attribute('style') ?? 'p'
  if (name === 'q' || name === 's' || name === 'ms' || name === 'mt' || name === 'li')
    return `${name}${element.attribute('level') ?? ''}`
  if (name === 'cs') return element.attribute('style') ?? ''
  return name
}

/** Reads USFX (eBible.org), all books in one file. A verse begins at <v/> and ends at <ve/> or at the next verse. */
export const readUsfx = (receiver: ScriptureReceiver): ScriptureReader => {
  const marked = receiveMarkers(receiver)
  return readXml(receiver, {
    root: 'usfx',
    enter: (element) => {
      if (marked.leftOut()) return
      if (leftOut.has(element.name)) marked.leaveOut(element)
      else if (element.name === 'book') receiver.openBook(element.attribute('id') ?? '')
      else if (element.name === 'c') receiver.openChapter(element.attribute('id') ?? '')
      else if (element.name === 'v') receiver.openVerse(element.attribute('id') ?? '')
      else if (element.name === 've') receiver.closeVerse()
      else if (element.name === 'optionalLineBreak' || element.name === 'td') receiver.text(' ')
      else if (element.name === 'p') marked.enterParagraph(element, markerOf(element))
      else marked.enter(element, markerOf(element))
    },
    leave: (element) => {
      marked.leave(element)
      if (element.name === 'book') receiver.closeBook()
    },
    text: marked.text,
  })
}
