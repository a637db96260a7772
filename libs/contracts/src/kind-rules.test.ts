import { expect, it, vi } from 'vitest'
import { type PadEntry, sameEditable } from './kind-rules.ts'

const heading = (text: string): PadEntry => ({ type: 'heading', text })
const pad = (...entries: readonly PadEntry[]) => ({ title: 'With me', entries })

it('compares the editable fields of two items', () => {
  expect(sameEditable('pad', pad(heading('a')), pad(heading('a')))).toBe(true)
  expect(sameEditable('pad', pad(heading('a')), pad(heading('b')))).toBe(false)
  expect(sameEditable('pad', pad(heading('a')), pad(heading('a'), heading('b')))).toBe(false)
  expect(sameEditable('pad', { ...pad(), tags: [] }, pad())).toBe(true)
  expect(sameEditable('pad', { ...pad(), tags: ['a'] }, pad())).toBe(false)
  expect(sameEditable('note', { title: null, text: 'a' }, { title: null, text: 'a', tags: ['b'] })).toBe(false)
})

it('does not serialise what both have of a long list, since an editor compares at each letter', () => {
  const toJSON = vi.fn(() => '')
  const shared = Array.from({ length: 500 }, (): PadEntry => Object.assign(heading('a'), { toJSON }))
  expect(sameEditable('pad', pad(...shared, heading('b')), pad(...shared, heading('c')))).toBe(false)
  expect(toJSON).not.toHaveBeenCalled()
})
