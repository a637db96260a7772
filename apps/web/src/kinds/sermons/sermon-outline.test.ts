import { richTextOf } from '@pathlight/contracts/rich-text-rules.ts'
import { expect, it } from 'vitest'
import { partsOf } from './sermon-outline.tsx'

const heading = (text: string, level = 2) => ({
  ...{ type: 'heading', attrs: { level } },
  ...(text && { content: [{ type: 'text', text }] }),
})
const words = (count: number) => richTextOf('word '.repeat(count).trim()).content ?? []

it('has a part for each heading, with the time that its words take, and none for what stands before the first', () => {
  const content = [...words(500), heading('The valley'), ...words(389), heading('', 3), ...words(10)]
  expect(partsOf({ type: 'doc', content })).toEqual([
    { heading: 'The valley', level: 2, minutes: 4 },
    { heading: '', level: 3, minutes: 1 },
  ])
  expect(partsOf({ type: 'doc', content: words(3) })).toEqual([])
})
