import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { hasOperators, parseQuery } from '@pathlight/bible-library/search/query.ts'
import { describe, expect, it } from 'vitest'

const PLAIN = ['words', 'phrase', 'without', 'reference']

describe.each(['en', 'ko'])('the examples on the search page (%s)', (language) => {
  const file = join(import.meta.dirname, `../../apps/web/src/locales/${language}/search.json`)
  const { search } = JSON.parse(readFileSync(file, 'utf8')) as { search: { example: Record<string, string> } }

  it.each(Object.entries(search.example))('are understood: %s, “%s”', (way, query) => {
    const parsed = parseQuery(query)
    expect([parsed.malformed, hasOperators(parsed)]).toEqual([null, !PLAIN.includes(way)])
  })
})
