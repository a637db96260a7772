// @vitest-environment jsdom
import type { Highlight } from '@pathlight/contracts/highlights.ts'
import { expect, it } from 'vitest'
import { highlightWrites } from './highlight-writes.ts'

const base: Highlight = {
  ...{ id: '43003016.KJV.a', verse_id: 43_003_016, version: 'KJV', book: 'John', chapter: 3, selected_text: 'God' },
  ...{ start_offset: 4, end_offset: 7, color: '#ffd966', tags: ['love'], created_at: '2026-01-01T00:00:00.000Z' },
  revision: 1,
}

it.each([
  ['a new colour', { ...base, color: '#336699' }, { style: null, color: '#336699' }],
  ['a new tag', { ...base, tags: ['love', 'John'] }, { tags: ['love', 'John'] }],
])(
  '%s is the same call when the write was read from the local storage, as the server asks of a repeat',
  (_, wanted, body) => {
    const change = { base, wanted }
    const call = highlightWrites.call(change)
    expect(call).toEqual({ method: 'PUT', path: `/api/highlight/${base.id}`, body })
    expect(highlightWrites.call(JSON.parse(JSON.stringify(change)))).toEqual(call)
  },
)
