import { useQuery } from '@tanstack/react-query'
import { versionsQuery } from './versions-query.ts'

/** BCP 47, of the text of a version; undefined where it is not known. */
export const useVersionLanguage = (version: string | undefined): string | undefined =>
  useQuery(versionsQuery).data?.versions.find(({ code }) => code === version)?.language
