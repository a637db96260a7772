import { useQuery } from '@tanstack/react-query'
import { chapterReadLast } from './kept-columns.ts'
import { versionsQuery } from './versions-query.ts'

/** The version that the person read last on this device. Undefined if there is none, or if the server has it no longer. */
export const useVersionReadLast = (): string | undefined => {
  const { data: list } = useQuery({ ...versionsQuery, enabled: false })
  const last = chapterReadLast()?.version
  return !list || list.versions.some(({ code }) => code === last) ? last : undefined
}
