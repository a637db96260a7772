import type { ChapterAnswer, Chapters } from '@pathlight/bible-library/providers/chapters.ts'
import { absentVersion } from '@pathlight/bible-library/version-details.ts'
import type { Chapter } from '@pathlight/contracts/bible.ts'
import { HttpProblem } from '@pathlight/http/problem.ts'
import { passageOr404 } from '../passage.ts'

const problemOf = (answer: Exclude<ChapterAnswer, { status: 'found' }>): HttpProblem => {
  switch (answer.status) {
    case 'unknown_version':
      return new HttpProblem(404, 'unknown_version', answer.message)
    case 'not_here':
      return new HttpProblem(404, 'version_not_here', answer.message, {
        params: { name: answer.name, ...(answer.command !== null && { command: answer.command }) },
      })
    case 'no_such_chapter':
      return new HttpProblem(404, 'unknown_chapter', answer.message)
    case 'provider_failed':
      return new HttpProblem(answer.failure.reason === 'no_such_passage' ? 404 : 502, 'provider_failed', answer.message)
  }
}

/** The chapter that a call names, from the library or a provider. Throws 404 or 502 with the reason in words. */
export const chapterOr404 = async (
  chapters: Chapters,
  passage: { readonly version: string; readonly book: string; readonly chapter: number },
): Promise<{ readonly chapter: Chapter; readonly fingerprint: string | null }> => {
  const { book, chapter } = passageOr404(passage)
  const answer = await chapters.chapterOf(passage.version, book, chapter)
  if (answer.status !== 'found') throw problemOf(answer)
  return answer
}

/**
 * The 404 for a version that is not in the library. The message says how to get the version, or that there is no such
 * version.
 */
export const notInLibrary = (name: string): HttpProblem => {
  const absent = absentVersion(name)
  return absent === null
    ? new HttpProblem(404, 'unknown_version', `There is no version called “${name}”.`)
    : new HttpProblem(404, 'version_not_here', `${absent.name} is not here. ${absent.hint}`)
}
