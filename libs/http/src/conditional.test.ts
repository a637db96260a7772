import type { FastifyRequest } from 'fastify'
import { describe, expect, it } from 'vitest'
import { isFresh } from './conditional.ts'

const asked = (headers: Record<string, string>) => ({ headers }) as unknown as FastifyRequest

describe('what a client has already', () => {
  it.each([
    ['"one"', true],
    ['W/"one"', true],
    ['"other" , W/"one"', true],
    ['*', true],
    ['"on"', false],
    ['one', false],
    ['', false],
  ])('by If-None-Match %s of "one": %s', (header, known) => {
    expect(isFresh(asked({ 'if-none-match': header }), '"one"')).toBe(known)
  })

  it('is sent again where it is to be loaded anew, and where a date alone is named', () => {
    expect(isFresh(asked({ 'if-none-match': '"one"', 'cache-control': 'no-cache' }), '"one"')).toBe(false)
    expect(isFresh(asked({ 'if-modified-since': new Date().toUTCString() }), '"one"')).toBe(false)
  })
})
