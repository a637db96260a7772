import { appendFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

// Records the modules that an app loads. The app loads this file first (NODE_OPTIONS=--import).

const { LOADED_MODULES = '' } = process.env

/** The environment variables for an app that writes the address of each loaded module into `file`, one a line. */
export const tellingWhatIsLoaded = (file: string): Record<string, string> => ({
  NODE_OPTIONS: `--import ${import.meta.url}`,
  LOADED_MODULES: file,
})

if (LOADED_MODULES !== '')
  registerHooks({
    load: (url, context, next) => {
      appendFileSync(LOADED_MODULES, `${url}\n`)
      return next(url, context)
    },
  })
