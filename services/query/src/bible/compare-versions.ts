import { Readable } from 'node:stream'
import type { Bible } from '@pathlight/bible-library/open-bible.ts'
import { versesIn } from '@pathlight/bible-library/passage-range.ts'
import { COMPARED_VERSES_MAX } from '@pathlight/contracts/compare-rules.ts'
import { compareOthersQuery, compareQuery, comparison } from '@pathlight/contracts/comparison.ts'
import { HttpProblem } from '@pathlight/http/problem.ts'
import { budgetSpent, byAddress, openLimit } from '@pathlight/http/rate-limit.ts'
import type { App } from '@pathlight/http/server.ts'
import type { Reference } from '@pathlight/scripture/format-reference.ts'
import type { FastifyRequest } from 'fastify'
import { referencesOr400 } from '../passage.ts'

// The specification's message when there is nothing to compare (section 8).
const NOTHING = 'No verses found. Please enter a verse to compare translations.'

/** The first passage of a text, for a comparison. Throws 400 when there is no passage, or the passage is too long. */
const comparable = (text: string): Reference => {
  if (text.trim() === '') throw new HttpProblem(400, 'empty', NOTHING)
  const [reference] = referencesOr400(text).references
  if (reference === undefined) throw new HttpProblem(400, 'empty', NOTHING)
  if (versesIn(reference) <= COMPARED_VERSES_MAX) return reference
  throw new HttpProblem(400, 'too_long', `A comparison holds at most ${COMPARED_VERSES_MAX} verses.`, {
    params: { max: COMPARED_VERSES_MAX },
  })
}

/**
 * The most translations for one network address in a minute: 30 comparisons. Each translation may cost a call to a
 * licensed service.
 */
const TRANSLATIONS = { name: 'compare', max: 600, windowMs: 60_000 }
/** The most translations of a comparison. */
const LISTED = 20

/**
 * Two calls. One compares a passage in all translations, in those of the library, or in a single one. The other answers
 * remote translations as they arrive, one line of JSON each.
 */
export const compareTranslations = (app: App, url: string, { comparison: bible }: Pick<Bible, 'comparison'>) => {
  const consume = openLimit(app.rateLimitStore, TRANSLATIONS)
  const spend = async (request: FastifyRequest, translations: number) => {
    const retryAfterMs = await consume(byAddress(request), translations)
    if (retryAfterMs !== null) throw budgetSpent(retryAfterMs, TRANSLATIONS)
  }
  app.get(
    url,
    {
      schema: { summary: 'Compare translations', querystring: compareQuery, response: { 200: comparison } },
    },
    async (request) => {
      const { reference, version, from } = request.query
      const passage = comparable(reference)
      if (from === undefined) await spend(request, version === undefined ? LISTED : 1)
      const result = await bible.compare(passage, from ?? (version === undefined ? 'all' : { version }))
      if (result !== null) return result
      throw new HttpProblem(404, 'unknown_version', `There is no version called “${version}”.`)
    },
  )
  app.get(
    `${url}/others`,
    { schema: { summary: 'Compare, as texts come', querystring: compareOthersQuery } },
    async (request, reply) => {
      const passage = comparable(request.query.reference)
      await spend(request, LISTED)
      const lines = async function* () {
        for await (const result of bible.others(passage)) yield `${JSON.stringify(result)}\n`
      }
      // This header keeps proxies from buffering the lines.
      reply.header('x-accel-buffering', 'no').header('cache-control', 'no-store').type('application/x-ndjson')
      return reply.send(Readable.from(lines()))
    },
  )
}
