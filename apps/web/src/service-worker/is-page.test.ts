import { expect, it } from 'vitest'
import { isPage } from './is-page.ts'

it.each([
  ['/', true],
  ['/bible/WEB/John/3', true],
  ['/my-memos/tags/Rom.%208', true],
  ['/my-memos/tags/%20..', true],
  ['/assets/index-4f2a.js', false],
  ['/manifest.webmanifest', false],
  ['/api/bible/versions', false],
  ['/language', false],
])('tells pages from files and calls: %s', (pathname, page) => {
  expect(isPage({ pathname })).toBe(page)
})
