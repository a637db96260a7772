import fc from 'fast-check'
import { notesContract } from '../items/notes.contract.ts'
import { testedOnVerses } from './on-verses.contract.ts'

const JOHN_3_16 = 43_003_016
const words = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }).map((text) => `A${text}`)
type Words = { readonly title: string | null; readonly text: string }

/** @public tested-kinds.contract.ts imports this value by the name of the file. */
export const testedKind = testedOnVerses<Words>({
  name: 'note',
  names: 'notes',
  saying: (text) => ({ title: 'Love', text }),
  optional: ['title'],
  alone: notesContract,
  refused: [
    ['an empty text', { text: '' }, 'Note content cannot be empty.'],
    ['a text of spaces', { text: ' \n\t　' }, 'Note content cannot be empty.'],
    ['a text that is too long', { text: 'x'.repeat(50_001) }, 'A note holds at most 50,000 characters.'],
    ['a title that is too long', { title: 'x'.repeat(201) }, 'A title holds at most 200 characters.'],
  ],
  words: fc.record({ title: fc.option(words), text: words }),
  life: { begin: { title: 'Love', text: 'So loved.' }, edited: { title: null, text: 'So much.' } },
  some: {
    write: async (who) => {
      const note = (text: string, verse_id = JOHN_3_16) =>
        who.ask('POST', '/api/note/', {
          body: { verse_id, version: 'KJV', title: '사랑 # 1', text, tags: ['사랑', '*love*'] },
        })
      const { body: kept } = await note('So *loved*\nand given')
      await who.ask('PUT', `/api/note/detail/${kept.id}`, { body: { text: 'So *loved*\nand gave', title: '사랑 # 2' } })
      const { body: gone } = await note('To be removed', 1_001_001)
      await who.ask('DELETE', `/api/note/detail/${gone.id}`)
      await note('In the beginning', 1_001_001)
      return { kept: kept.id, gone: gone.id }
    },
    items: 2,
    changes: 5,
    files: () => ['메모/01 창세기.md', '메모/43 요한복음.md'],
  },
})
