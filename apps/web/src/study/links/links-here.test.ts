// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { keepKey, linkHere } from './links-here.ts'

it('a link is known to the person who made it here, and to nobody else who logs in here', () => {
  keepKey('ruth', 's1', 'secret')
  expect(linkHere('ruth', 's1')).toBe(`${location.origin}/shared/s1#secret`)
  expect(linkHere('boaz', 's1')).toBeNull()
})
