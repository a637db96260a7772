import { describe, expect, it } from 'vitest'
import { partsOfHeading } from './references-in-heading.ts'

const links = (heading: string) =>
  partsOfHeading(heading, 'BSB').flatMap(({ text, path }) => (path === null ? [] : [[text, path]]))

describe('the passages that a heading names', () => {
  it('are links, one by one', () => {
    expect(links('(2 Kings 14:1–6; 2 Chronicles 25:1–4)')).toEqual([
      ['2 Kings 14:1–6', '/bible/BSB/2%20Kings/14#v1-6'],
      ['2 Chronicles 25:1–4', '/bible/BSB/2%20Chronicles/25#v1-4'],
    ])
    expect(links('(Psalm 53)')).toEqual([['Psalm 53', '/bible/BSB/Psalms/53']])
    expect(links('(Luke 1:5–2:3)')).toEqual([['Luke 1:5–2:3', '/bible/BSB/Luke/1#v5']])
    expect(links('(마태복음 5:38-48)')).toEqual([['마태복음 5:38-48', '/bible/BSB/Matthew/5#v38-48']])
  })
  it('stay text where they are not known, and so does a title', () => {
    expect(links('(Enoch 1:9; Jude 1:14)')).toEqual([['Jude 1:14', '/bible/BSB/Jude/1#v14']])
    expect(links('(5:1–4; Psalm 14:1–99)')).toEqual([])
    expect(links('The Sermon on the Mount (continued)')).toEqual([])
  })
  it('leave every letter of the heading where it is', () => {
    for (const heading of ['(2 Kings 14:1–6; 2 Chronicles 25:1–4)', '(Enoch 1:9 ; Jude 1:14 )', 'Love', ''])
      expect(
        partsOfHeading(heading, 'BSB')
          .map(({ text }) => text)
          .join(''),
      ).toBe(heading)
  })
})
