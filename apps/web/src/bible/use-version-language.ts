import { useQuery } from '@tanstack/react-query'
import { versionsQuery } from './versions-query.ts'

/** The language of a version's text (BCP 47). Undefined if unknown. */
export const useVersionLanguage = (version: string | undefined): string | undefined =>
  useQuery(versionsQuery).data?.versions.find(({ code }) => code === version)?.language
