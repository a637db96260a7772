import { useQuery } from '@tanstack/react-query'
import { chapterReadLast } from './kept-columns.ts'
import { versionsQuery } from './versions-query.ts'

/** The version last read on this device. Undefined if there is none, or if the server's list lacks it. */
export const useVersionReadLast = (): string | undefined => {
  const { data: list } = useQuery({ ...versionsQuery, enabled: false })
  const last = chapterReadLast()?.version
  return !list || list.versions.some(({ code }) => code === last) ? last : undefined
}
