import type { Verse } from '@pathlight/contracts/bible.ts'
import { richTextOf } from '@pathlight/contracts/rich-text-rules.ts'
import { describe, expect, it } from 'vitest'
import { fetchCatalogue } from '../../locales/catalogues.ts'
import { addCatalogue, addFirstWords, fetchFirstWords, newI18n } from '../../locales/i18n.ts'
import { newSermonDraft } from './sermon-draft.ts'
import { draftProblem } from './sermon-problems.ts'

const VERSE: Verse = { version: 'KJV', book: 'John', chapter: 3, verse: 16, verse_id: 43_003_016, text: '' }
const WHOLE = {
  ...newSermonDraft('s', VERSE, VERSE, 'Ann'),
  title: 'Love',
  content: richTextOf('Words.'),
}

describe('what keeps a sermon from being saved', () => {
  it.each([
    ['en', '0', 'There is no such verse.'],
    ['en', '15', 'The end of a sermon is in the same book and not before its start.'],
    ['ko', '0', '그런 절이 없습니다.'],
    ['ko', '15', '끝 절은 시작 절과 같은 책에 있고 그보다 앞설 수 없습니다.'],
  ] as const)(
    'is said with the words that come with the editor, in %s, for an End Verse of %s',
    async (language, endVerse, said) => {
      const i18n = newI18n(language)
      addFirstWords(i18n, language, await fetchFirstWords(language))
      addCatalogue(i18n, language, await fetchCatalogue('sermons', language))
      expect(draftProblem(i18n.t, { ...WHOLE, endVerse })).toEqual({ said, fields: ['endChapter', 'endVerse'] })
    },
  )
})
