import { readAbout } from '../about-version.ts'
import { bringBibles } from '../catalogue/bring-bibles.ts'
import { CATALOGUE } from '../catalogue/open-catalogue.ts'
import { CROSS_REFERENCES } from '../cross-references/cross-references.ts'
import { openLibrary } from '../library.ts'
import { buildFirst } from './build-first.ts'
import { complain, DONE, FAILED, file, megabytes, progressBar, say } from './terminal.ts'

const bring = async (wanted: string, code: string | null, onlyIfNew: boolean): Promise<number> => {
  const bar = progressBar()
  const bringing = bringBibles({
    library: file,
    address: process.env.BIBLE_CATALOGUE_URL || CATALOGUE,
    signal: new AbortController().signal,
    onProgress: ({ state, done, of }) => {
      const isText = wanted.toLowerCase() !== CROSS_REFERENCES
      const step = state === 'importing' ? 'Reading' : 'Downloading'
      if (of !== null) bar.show(step, done, of, isText ? megabytes(of) : `${of} chapters`)
    },
  })
  const onRetry = (sentence: string) => {
    bar.stop()
    complain(sentence)
  }
  const errand = bringing.bring(wanted, code, onRetry, { onlyIfNew })
  const { state, message } = await bringing.done(errand?.id ?? '')
  bar.stop()
  if (state === 'failed') {
    complain(`${message}\nNothing was changed.`)
    return FAILED
  }
  if (message === 'the same') say(`${code ?? wanted} is as the catalogue has it.`)
  else say(`${message} It shows at once, also in a Pathlight that is running.`)
  return DONE
}

/** The command `add`: adds a text of the catalogue, or the cross-references. */
export const add = async (wanted: string, code: string | undefined): Promise<number> => {
  if (wanted.toLowerCase() === 'words') {
    say(
      'The Hebrew and Greek words beneath KJV and WEB come with Pathlight; a text of the catalogue brings its own. One that was added before and has none: npm run bible -- update',
    )
    return DONE
  }
  buildFirst()
  return bring(wanted, code ?? null, false)
}

/**
 * The command `update`: updates what has changed in the catalogue: the text or cross-references `asked`, or without
 * `asked` all texts and the cross-references.
 */
export const update = async (asked: string | undefined): Promise<number> => {
  buildFirst()
  const library = openLibrary(file)
  const installed = library.installed().map(({ code }) => ({ code, source: readAbout(library.db, code)?.source }))
  const hasReferences = library.db.prepare('SELECT 1 FROM dataset WHERE name = ?').get(CROSS_REFERENCES) !== undefined
  library.close()
  const isAsked = (code: string) => asked === undefined || code.toLowerCase() === asked.toLowerCase()
  const versions = installed.filter(({ code }) => isAsked(code))
  const references = hasReferences && isAsked(CROSS_REFERENCES)
  if (asked !== undefined && versions.length === 0 && !references) {
    complain(`There is no version ${asked} here. See: npm run bible -- list`)
    return FAILED
  }
  const all: [wanted: string, code: string | null][] = references ? [[CROSS_REFERENCES, null]] : []
  for (const { code, source } of versions)
    if (source?.kind === 'catalogue') all.push([source.id, code])
    else if (asked !== undefined)
      say(
        `${code} did not come from the catalogue. ${source?.kind === 'file' ? `Import ${source.name} anew.` : 'It comes with Pathlight.'}`,
      )
  let worst = DONE
  for (const [wanted, code] of all) worst = Math.max(worst, await bring(wanted, code, true))
  if (asked === undefined && all.length === 0) say('Nothing here came from the catalogue.')
  return worst
}
