// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useRef } from 'react'
import { expect, it } from 'vitest'
import type { Points } from './hebrew-points.ts'
import { usePointedTexts } from './use-pointed-texts.ts'

const Verse = ({ points }: { readonly points: Points }) => {
  const root = useRef<HTMLParagraphElement>(null)
  usePointedTexts(root, points)
  return (
    <p ref={root} lang="hbo">
      <span className="scripture" data-testid="verse">
        {'\u05d1\u05b0\u05bc\u05e8\u05b5\u05d0'}
      </span>
    </p>
  )
}

it('Hebrew that is selected and copied has the letters that are seen, and nothing in place of their marks', async () => {
  render(<Verse points="letters" />)
  const verse = screen.getByTestId('verse')
  expect(verse.textContent).toBe('\u05d1\u200c\u200c\u05e8\u200c\u05d0')
  getSelection()?.selectAllChildren(verse)
  const copied = await userEvent.setup().copy()
  expect(copied?.getData('text/plain')).toBe('\u05d1\u05e8\u05d0')
})
