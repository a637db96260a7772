import { oddPlace } from '@pathlight/contracts/odd-places.ts'
import { describe, expect, it } from 'vitest'
import en from '../../locales/en/about-text.json'

describe('odd places', () => {
  it('has words for every kind of odd place', () => {
    expect(Object.keys(en.aboutText.kinds).sort()).toEqual([...oddPlace.shape.kind.options].sort())
  })
})
