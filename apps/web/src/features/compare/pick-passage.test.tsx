// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import type { Language } from '../../locales/words.ts'
import { showInApp } from '../../testing/in-app.tsx'
import PickPassage from './pick-passage.tsx'

Element.prototype.scrollIntoView = vi.fn()

it.each<[Language, string, string]>([
  ['en', 'Passage', 'Psalms 117:2'],
  ['ko', '구절', '시편 117:2'],
])('gives the passage as somebody would type it in the language of the page: %s', async (language, label, expected) => {
  const picked = vi.fn()
  const open = { version: '', book: 'Genesis', chapter: 1 }
  const element = <PickPassage open={open} Shortcuts={() => null} onPick={picked} onClose={() => undefined} />
  const { user } = showInApp([{ path: '/', element }], '/', queryClient, language)
  await user.type(await screen.findByRole('combobox', { name: label }), '시 117:2{Enter}')
  expect(picked).toHaveBeenCalledWith(expected)
})
