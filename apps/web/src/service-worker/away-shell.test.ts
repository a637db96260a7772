import { expect, it } from 'vitest'
import { awayShell } from './away-shell.ts'

const SHELL = '<!doctype html><html lang="en" data-theme="light"><head></head><body></body></html>'

it('says in which language the interface begins, and that no server answered', () => {
  const page = awayShell(SHELL, 'ko', '/settings', '/assets/texts-worker-1.js')
  expect(page).toContain('<html lang="ko" data-away data-theme="light">')
})

it('names the worker of texts on the page of a search alone', () => {
  const page = awayShell(SHELL, 'en', '/search', '/assets/texts-worker-1.js')
  expect(page).toContain('<html lang="en" data-away data-worker="/assets/texts-worker-1.js" data-theme="light">')
})
