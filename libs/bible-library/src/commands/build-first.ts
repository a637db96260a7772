import { buildBuiltIn } from '../built-in/build-built-in.ts'
import { type Library, openLibrary } from '../library.ts'
import { file, say, seconds } from './terminal.ts'

/** Builds the texts that are part of Pathlight, if they are missing or out of date. */
export const buildFirst = () => {
  const began = performance.now()
  const built = buildBuiltIn(file, ({ code }) => {
    if (code) say(`Building ${code} ...`)
  })
  if (built.length > 0) say(`Built ${built.join(', ')} in ${seconds(began)}.`)
}

/** Builds missing or outdated texts, opens the library for `use`, and closes it. */
export const withLibrary = (use: (library: Library) => number): number => {
  buildFirst()
  const library = openLibrary(file)
  try {
    return use(library)
  } finally {
    library.close()
  }
}
