import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { addOn } from './sermon-steps.ts'

const HIGHLIGHT = { book: 'Psalms', chapter: 23, version: 'WEB' }

/** Makes a note, a highlight and a sermon by calls. Returns their ids. */
export const makeOwn = async (page: Page) => {
  const post = async (path: string, data: object) => {
    const answer = await page.request.post(path, { data })
    expect(answer.status(), await answer.text()).toBe(201)
    return answer.json()
  }
  const note = await post('/api/note/', {
    ...{ verse_id: 19_023_004, version: 'WEB', book: 'Psalms' },
    text: 'From “he” to “you”: in the valley the psalm stops speaking about the shepherd and speaks to him.',
  })
  const highlight = await post('/api/highlight/add', {
    ...HIGHLIGHT,
    ...{ verseId: 19_023_004, selectedText: 'Even though I walk', startOffset: 0, endOffset: 18, color: '#7fbf6a' },
  })
  const content = {
    type: 'doc',
    content: [{ type: 'paragraph', content: [{ type: 'text', text: 'I am with you. Do not fear.' }] }],
  }
  const sermon = await addOn(page, 16, 'You are with me', content)
  return { note: note.id ?? note.note?.id, highlight: highlight.id ?? highlight.highlight?.id, sermon }
}

export const passage = (verse_id: number, end_verse_id: number | null = null, version = 'WEB') => ({
  ...{ type: 'passage', version, verse_id, end_verse_id },
})

/** Makes a pad by a call. Returns its id. */
export const makePad = async (page: Page, title: string, entries: readonly object[]): Promise<string> => {
  const answer = await page.request.post('/api/pad/', { data: { title, entries } })
  expect(answer.status(), await answer.text()).toBe(201)
  return (await answer.json()).id
}
