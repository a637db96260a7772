import { appendFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

// Tells which modules an app loads. The app loads this file before its own (NODE_OPTIONS=--import).

const { LOADED_MODULES = '' } = process.env

/** What an app needs to write the address of each module that it loads into this file, a line each. */
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
