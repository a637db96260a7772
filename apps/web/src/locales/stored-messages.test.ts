import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { catalogueNames, fetchCatalogue } from './catalogues.ts'
import en from './en.json'
import type { Words } from './words.ts'

/** The messages of the specification's section 8, "Stored error messages", in the order of that section. */
const STORED = [
  ...['Failed to fetch passage', 'Failed to fetch chapter', 'Failed to fetch verses', 'Failed to add note'],
  ...['Failed to fetch user notes for chapter', 'Failed to fetch user notes', 'Failed to fetch note'],
  ...['Failed to update note', 'Failed to delete note', 'Failed to add highlight', 'Failed to fetch user highlights'],
  ...['Failed to fetch highlights for the chapter', 'Failed to fetch highlights for the verse'],
  ...['Failed to delete highlight', 'Failed to fetch sermons', 'Failed to add sermon', 'Failed to update sermon'],
  ...['Failed to delete sermon', 'Failed to fetch sermon', 'Failed to fetch bookmarks', 'User not logged in'],
  ...['Failed to add bookmark', 'Failed to delete bookmark', 'Failed to fetch settings', 'Failed to update settings'],
]
/** The decision page that lists the messages that the app does not use, with the replacement of each and the reason. */
const PAGE = join(import.meta.dirname, '../../../../docs/decisions/0023-where-we-differ-from-the-specification.md')

const sentences = (words: Words): string[] =>
  Object.values(words).flatMap((value) => (typeof value === 'string' ? [value] : sentences(value)))

it('each stored error message of the specification is said, or the decision page says what is said in its place', async () => {
  const catalogues = await Promise.all(catalogueNames().map((name) => fetchCatalogue(name, 'en')))
  const usedMessages = new Set([en, ...catalogues].flatMap((words) => sentences(words as Words)))
  const missing = STORED.filter((message) => !usedMessages.has(message))
  expect(missing).toEqual([
    ...['Failed to fetch note', 'Failed to add sermon', 'Failed to update sermon', 'Failed to delete sermon'],
  ])
  const page = readFileSync(PAGE, 'utf8')
  expect(missing.filter((message) => !page.includes(`'${message}'`))).toEqual([])
})
