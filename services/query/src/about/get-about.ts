import { readFile, stat } from 'node:fs/promises'
import { type About, about, aboutFile, aboutQuery } from '@pathlight/contracts/about.ts'
import type { App } from '@pathlight/http/server.ts'
import type { z } from 'zod'

/** A file that is larger is none of ours, in bytes. */
const LARGEST = 200_000

type Texts = z.infer<typeof aboutFile>

/**
 * Reads the texts about this Pathlight, anew whenever the file is another. Where there is no file there are none; what is
 * wrong with one `complain` hears once.
 */
export const openAbout = (file: string, complain: (line: string) => void): (() => Promise<Texts>) => {
  let read: { readonly version: string; readonly texts: Texts } | null = null
  return async () => {
    const found = await stat(file).catch(() => null)
    if (found === null) return {}
    const version = `${found.mtimeMs} ${found.size}`
    if (read?.version === version) return read.texts
    let texts: Texts = {}
    try {
      if (found.size > LARGEST) throw new Error(`it is larger than ${LARGEST} bytes`)
      texts = aboutFile.parse(JSON.parse(await readFile(file, 'utf8')))
    } catch (error) {
      complain(`${file} is not used: ${error instanceof Error ? error.message : String(error)}`)
    }
    read = { version, texts }
    return texts
  }
}

/** What the deployer says of this Pathlight; null where the app's own words say it. */
export const getAbout = (app: App, url: string, { aboutTexts }: { aboutTexts: () => Promise<Texts> }) =>
  app.get(
    url,
    { schema: { summary: 'About this Pathlight', querystring: aboutQuery, response: { 200: about } } },
    async (request, reply): Promise<About> => {
      const { vision = null, bio = null } = (await aboutTexts())[request.query.language] ?? {}
      reply.header('cache-control', 'public, max-age=60')
      return { vision, bio }
    },
  )
