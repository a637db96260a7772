// @vitest-environment jsdom
import type { Change } from '@pathlight/contracts/history.ts'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { showInApp } from '../../testing/in-app.tsx'
import ChangedExcerpt from './changed-excerpt.tsx'

const show = (kind: Change['kind'], excerpt: string, before?: string) => {
  const element = <ChangedExcerpt change={{ kind, excerpt } as Change} before={before} />
  return showInApp([{ path: '/', element }], '/', undefined, 'ko').container
}

it('says chosen settings by their names', () => {
  expect(show('settings', 'KRV · ko · #b5e48c · dark').textContent).toBe('개역한글 · 한국어 · 초록 · 어둡게')
})

it('marks the words of an edit', () => {
  show('note', 'Bread of life', 'Bread of heaven')
  expect(screen.getByRole('insertion').textContent).toBe('life')
  expect(screen.getByRole('deletion').textContent).toBe('heaven')
})
