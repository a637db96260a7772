import type { Bible } from '@pathlight/bible-library/open-bible.ts'
import { absentVersion } from '@pathlight/bible-library/version-details.ts'
import { aboutQuery, aboutText } from '@pathlight/contracts/about-text.ts'
import { HttpProblem } from '@pathlight/http/problem.ts'
import type { App } from '@pathlight/http/server.ts'

/** Answers a version's names, licence, source, contents and irregularities. */
export const getAboutText = (app: App, url: string, { aboutTexts }: Pick<Bible, 'aboutTexts'>) =>
  app.get(
    url,
    { schema: { summary: 'About the text of a version', querystring: aboutQuery, response: { 200: aboutText } } },
    async (request, reply) => {
      const { version } = request.query
      const about = aboutTexts(version)
      if (about !== null) {
        reply.header('cache-control', 'public, no-cache')
        return about
      }
      const absent = absentVersion(version)
      if (absent === null) throw new HttpProblem(404, 'unknown_version', `There is no version called “${version}”.`)
      const { code, name, hint, command } = absent
      throw new HttpProblem(404, 'version_not_here', `${name} (${code}) is not here. ${hint}`, {
        params: { name, ...(command !== null && { command }) },
      })
    },
  )
