// @vitest-environment jsdom
import { richTextOf } from '@pathlight/contracts/rich-text-rules.ts'
import { expect, it } from 'vitest'
import { beginWith } from './begin-sermon.ts'
import { keepDraft, newDraftKey } from './kept-drafts.ts'
import { asSermon, type Draft, newDraft } from './sermon-draft.ts'

const ruth = { id: 'ruth', username: 'ruth', email: 'ruth@example.org' }
const verse = { version: 'KJV', book: 'John', chapter: 3, verse: 16, verse_id: 43_003_016, text: '' }
const begun = (id: string): Draft => ({
  ...newDraft(id, verse, verse, 'Boaz'),
  title: 'Love',
  content: richTextOf('One'),
})

it('goes on from the sermon that its first words have become, while what was written after them waited', () => {
  const keptAt = newDraftKey('ruth', 'KJV', 43_003_016)
  keepDraft(keptAt, { ...begun('a'), content: richTextOf('One and two') })
  const saved = { ...asSermon(begun('a'), ruth, '2026-01-01T00:00:00.000Z'), revision: 4 }
  const begin = (there: readonly (typeof saved)[]) =>
    beginWith(ruth, begun('fresh'), keptAt, () => false, there).initial
  expect(begin([])).toMatchObject({ sermonId: 'a', base: null })
  // Whether another device has changed it since, the server says.
  expect(begin([saved])).toMatchObject({
    sermonId: 'a',
    content: richTextOf('One and two'),
    base: { id: 'a', revision: 1 },
  })
})
