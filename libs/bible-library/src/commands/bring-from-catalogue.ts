import { readAbout } from '../about-version.ts'
import { addCrossReferences } from '../catalogue/add-cross-references.ts'
import { addVersion } from '../catalogue/add-version.ts'
import { CROSS_REFERENCES } from '../cross-references/cross-references.ts'
import { openLibrary } from '../library.ts'
import { buildFirst } from './build-first.ts'
import { catalogue } from './open-the-catalogue.ts'
import { sayImported } from './say-imported.ts'
import { complain, count, DONE, FAILED, failureInWords, file, megabytes, progressBar, say } from './terminal.ts'

/** Brings a version, or says that it is the same as before. */
const addOne = async (wanted: string, code: string | undefined, onlyIfNew = false): Promise<number> => {
  const began = performance.now()
  const bar = progressBar()
  try {
    const added = await addVersion({
      library: file,
      catalogue: catalogue(bar.stop),
      wanted,
      code,
      onlyIfNew,
      onProgress: ({ step, done, of }) => {
        if (of !== null) bar.show(step === 'download' ? 'Downloading' : 'Reading', done, of, megabytes(of))
        else if (step === 'index') {
          bar.stop()
          say('Making it searchable, and verifying every verse ...')
        }
      },
    })
    bar.stop()
    if (added.status === 'same') {
      say(`${added.code} is as the catalogue has it.`)
      return DONE
    }
    sayImported(added.imported, began)
    say(`Licence: ${added.imported.licence}`)
    say(`Verified. It shows at once, also in a Pathlight that is running.`)
    return DONE
  } finally {
    bar.stop()
  }
}

const addReferences = async (onlyIfNew = false): Promise<number> => {
  const bar = progressBar()
  try {
    const added = await addCrossReferences({
      library: file,
      catalogue: catalogue(bar.stop),
      onlyIfNew,
      onProgress: (done, of) => bar.show('Downloading', done, of, `${count(of)} chapters`),
    })
    bar.stop()
    if (added.status === 'same') say('The cross-references are as the catalogue has them.')
    else say(`${count(added.entries)} cross-references. ${added.credit.text}, ${added.credit.licence}.`)
    return DONE
  } finally {
    bar.stop()
  }
}

/** `add`: brings a text of the catalogue, or the cross-references. */
export const add = (wanted: string, code: string | undefined): Promise<number> => {
  buildFirst()
  return wanted.toLowerCase() === CROSS_REFERENCES ? addReferences() : addOne(wanted, code)
}

/** Brings anew what came from the catalogue, where the catalogue has another text by now. */
export const update = async (asked: string | undefined): Promise<number> => {
  buildFirst()
  const library = openLibrary(file)
  const here = library.installed().map(({ code }) => ({ code, source: readAbout(library.db, code)?.source }))
  const hasReferences = library.db.prepare('SELECT 1 FROM dataset WHERE name = ?').get(CROSS_REFERENCES) !== undefined
  library.close()
  const isAsked = (code: string) => asked === undefined || code.toLowerCase() === asked.toLowerCase()
  const versions = here.filter(({ code }) => isAsked(code))
  const references = hasReferences && isAsked(CROSS_REFERENCES)
  if (asked !== undefined && versions.length === 0 && !references) {
    complain(`There is no version ${asked} here. See: npm run bible -- list`)
    return FAILED
  }
  let worst = DONE
  let updated = references ? 1 : 0
  const attempt = async (what: string, work: () => Promise<number>) => {
    const code = await work().catch((error: unknown) => {
      complain(`${what}: ${failureInWords(error)}`)
      return FAILED
    })
    worst = Math.max(worst, code)
  }
  for (const { code, source } of versions) {
    if (source?.kind === 'catalogue') {
      updated += 1
      await attempt(code, () => addOne(source.id, code, true))
    } else if (asked !== undefined)
      say(
        `${code} did not come from the catalogue. ${source?.kind === 'file' ? `Import ${source.name} anew.` : 'It comes with Pathlight.'}`,
      )
  }
  if (references) await attempt(CROSS_REFERENCES, () => addReferences(true))
  if (asked === undefined && updated === 0) say('Nothing here came from the catalogue.')
  return worst
}
