// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { showInApp } from '../../testing/in-app.tsx'
import { textDifference } from './text-difference.tsx'

const TextDifference = textDifference('note')
const text = (words: string) => ({ title: null, text: words, tags: [] })
const show = (before: string | null, after: string) => {
  const than = before === null ? null : text(before)
  return showInApp([{ path: '/', element: <TextDifference item={text(after)} than={than} /> }])
}
const inside = (name: string) => [...document.querySelectorAll(name)].map(({ textContent }) => textContent?.trim())

it('shows a revision as it reads, and not its Markdown', () => {
  show(null, '# Light\n\n**God** is *light*:\n- in him\n- no darkness')
  expect(document.body.textContent).not.toMatch(/[*#]|- /)
  expect(inside('strong')).toEqual(['God'])
  expect(inside('em')).toEqual(['light'])
  expect([inside('ins'), inside('del')]).toEqual([[], []])
})

it('marks the words that were changed, also where their format alone was', () => {
  show('**God** is light and\nlove', '**God** is *light* and\nlife')
  expect(inside('del')).toEqual(['light', 'love'])
  expect(inside('ins')).toEqual(['light', 'life'])
  expect(inside('ins em')).toEqual(['light'])
  expect(document.body.textContent).not.toContain('*')
})

it('marks a title that was changed', () => {
  const item = { ...text('light'), title: 'God is love' }
  showInApp([
    {
      path: '/',
      element: <TextDifference item={item} than={{ ...item, title: 'God is light' } as never} />,
    },
  ])
  expect(inside('del')).toEqual(['light'])
  expect(inside('ins')).toEqual(['love'])
})

it('cuts a long text without a change, until all of it is asked for', async () => {
  const { user } = show(null, `${'light '.repeat(100)}end`)
  expect(document.body.textContent).not.toContain('end')
  await user.click(screen.getByRole('button', { name: 'Show all' }))
  expect(document.body.textContent).toContain('end')
})
