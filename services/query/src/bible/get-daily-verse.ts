import type { Bible } from '@pathlight/bible-library/open-bible.ts'
import { dailyQuery, dailyVerse } from '@pathlight/contracts/daily-verse.ts'
import { HttpProblem } from '@pathlight/http/problem.ts'
import type { App } from '@pathlight/http/server.ts'

/**
 * Answers the verse of the day. The client names the date; without one, the date is that of UTC. If the requested
 * version does not have the text, another version is used, if possible one in the requested language.
 */
export const getDailyVerse = (app: App, url: string, { daily }: Pick<Bible, 'daily'>) =>
  app.get(
    url,
    { schema: { summary: 'The verse of the day', querystring: dailyQuery, response: { 200: dailyVerse } } },
    async (request, reply) => {
      const { date = new Date().toISOString().slice(0, 10), version, language } = request.query
      const verse = await daily.on(date, { version, language })
      if (verse === null) throw new HttpProblem(404, 'no_text', 'There is no Bible text here to read a verse from.')
      reply.header('cache-control', 'public, max-age=600')
      return verse
    },
  )
