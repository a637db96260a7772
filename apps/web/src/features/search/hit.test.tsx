// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { showInApp } from '../../testing/in-app.tsx'
import { Hit } from './hit.tsx'

it('names and opens a verse by the numbers of the version whose words it shows', async () => {
  const text = { version: 'HEB', verse_id: 29_003_001, chapter: 3, verse: 1, text: 'I will pour out', marks: [] }
  const inKjv = { ...text, version: 'KJV', verse_id: 29_002_028, chapter: 2, verse: 28 }
  const hit = {
    ...{ id: 29_002_028, book: 'Joel', chapter: 2, verse: 28, texts: [text, inKjv] },
    also: ['VUL', 'ENG'],
    alsoAt: [
      { chapter: 3, verse: 1 },
      { chapter: 2, verse: 28 },
    ],
  }
  showInApp([{ path: '/', element: <Hit hit={hit} heading="h2" languageOf={() => 'en'} /> }])
  const address = (name: RegExp) => screen.getByRole('link', { name, hidden: true }).getAttribute('href')
  expect(address(/^Joel 3:1/)).toBe('/bible/HEB/Joel/3#v1')
  expect(address(/^KJV · Joel 2:28\s*I will/)).toBe('/bible/KJV/Joel/2#v28')
  expect(address(/^VUL$/)).toBe('/bible/VUL/Joel/3#v1')
  expect(address(/^ENG · Joel 2:28$/)).toBe('/bible/ENG/Joel/2#v28')
})
