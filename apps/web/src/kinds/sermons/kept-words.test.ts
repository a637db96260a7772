import { richTextOf } from '@pathlight/contracts/rich-text-rules.ts'
import { expect, it } from 'vitest'
import { editDraftKey, newDraftKey } from '../../study/draft-keys.ts'
import { keptWords } from './kept-words.ts'
import { ideaDraft, newSermonDraft } from './sermon-draft.ts'

const VERSE = { version: 'KJV', book: 'John', chapter: 3, verse: 16, verse_id: 43_003_016, text: '' }
const content = richTextOf('Words.')

it('leads each draft to the page on which it goes on', () => {
  const onVerse = { ...newSermonDraft('s', VERSE, VERSE, 'Ann'), title: 'Love', content }
  expect(keptWords('ann', newDraftKey('sermons', 'ann', VERSE), onVerse)).toMatchObject({
    ...{ words: 'Love', verseId: 43_003_016, version: 'KJV', path: '/bible/KJV/John/3#v16' },
  })
  const key = editDraftKey('sermons', 'ann', 'i')
  const idea = { ...ideaDraft('i', 'Ann'), content }
  const path = '/my-memos/sermons/i?new'
  expect(keptWords('ann', key, idea)).toMatchObject({ words: 'Words.', verseId: 0, version: '', path })
  // The path stays the same after the passage was chosen.
  expect(keptWords('ann', key, { ...onVerse, id: 'i' })).toMatchObject({ verseId: 43_003_016, path })
})
