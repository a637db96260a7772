import { describe, expect, it } from 'vitest'
import { picturePath, sharedPath } from './shared-passage.ts'

const JOHN = {
  version: 'WEB',
  book: 'John',
  chapter: 3,
  verse: 16,
}

describe('a passage that is shared', () => {
  it('has a link that leads to the verse, and tells the server which', () => {
    expect(sharedPath(JOHN)).toBe('/bible/WEB/John/3?verse=16#v16')
    expect(sharedPath({ ...JOHN, through: 18 })).toBe('/bible/WEB/John/3?verse=16-18#v16-18')
    expect(sharedPath({ ...JOHN, book: '1 John', verse: null })).toBe('/bible/WEB/1%20John/3')
  })

  it('has a picture of its verses in a look and a shape', () => {
    const path = picturePath({ ...JOHN, through: 17 }, { look: 'dawn', shape: 'square' })
    expect(path).toBe(
      '/pictures/passage.png?version=WEB&book=John&chapter=3&look=dawn&shape=square&verse=16&through=17',
    )
  })
})
