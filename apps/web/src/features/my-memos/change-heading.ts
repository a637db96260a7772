import type { Change } from '@pathlight/contracts/history.ts'
import type { TFunction } from 'i18next'
import { chapterHeading } from '../../bible/passage-names.ts'
import { rangeReference } from '../../bible/range-reference.ts'
import type { Language } from '../../locales/words.ts'
import { pathOfPassage } from '../../study/own-words/own-cards.ts'

/** The heading of a change: its passage, or its kind if it has none. */
export const changeHeading = (t: TFunction, { kind, passage }: Change, language: Language): string => {
  if (passage === null) return t(`history.one.${kind}`)
  const { book, chapter, verse_id: first, end_verse_id: last } = passage
  return first === null ? chapterHeading(book, chapter, language) : rangeReference(book, first, last ?? first, language)
}

/** The address of the change's passage. Null if the change has none. */
export const changePath = ({ passage }: Change): string | null => passage && pathOfPassage(passage)
