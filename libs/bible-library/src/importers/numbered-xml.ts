import type { ScriptureReader } from './scripture-reader.ts'
import type { ScriptureReceiver } from './scripture-receiver.ts'
import { shortened } from './version-said.ts'
import { readXml } from './xml-reading.ts'

/**
 * Reads the two simple formats with the root <bible>: Beblia (elements book, chapter and verse with `number`) and
 * OpenSong (b, c and v with `n`). The text of other elements belongs to the verse.
 */
export const readNumberedXml = (receiver: ScriptureReceiver): ScriptureReader => {
  let name: string | undefined
  const isVerse = (element: { name: string }) => /^v(?:erse)?$/i.test(element.name)
  const isBook = (element: { name: string }) => /^b(?:ook)?$/i.test(element.name)
  const reader = readXml(receiver, {
    root: 'bible',
    enter: (element) => {
      const number = element.attribute('number') ?? element.attribute('n') ?? ''
      if (element.name.toLowerCase() === 'bible') name = element.attribute('translation') ?? element.attribute('name')
      else if (isBook(element)) {
        const called = element.attribute('name') ?? element.attribute('n') ?? ''
        receiver.openBookNumber(/^\d+$/.test(number) ? Number(number) : Number.NaN, called)
      } else if (/^c(?:hapter)?$/i.test(element.name)) receiver.openChapter(number)
      else if (isVerse(element)) {
        const through = element.attribute('t')
        receiver.openVerse(through === undefined ? number : `${number}-${through}`)
      } else if (/^(?:br|p)$/i.test(element.name)) receiver.startLine('line')
    },
    leave: (element) => {
      if (isVerse(element)) receiver.closeVerse()
      else if (isBook(element)) receiver.closeBook()
    },
    text: receiver.text,
  })
  return { ...reader, details: () => ({ name: shortened(name, 200) }) }
}
