import type { UseQueryResult } from '@tanstack/react-query'

type Asked = Pick<UseQueryResult, 'data' | 'failureReason' | 'errorUpdateCount'>

/**
 * Whether a query has no data because neither the server nor this device had an answer. True also while the query is retried. The
 * person's unsent changes are shown all the same.
 */
export const isUnknown = ({ data, failureReason, errorUpdateCount }: Asked): boolean =>
  data === undefined && (failureReason !== null || errorUpdateCount > 0)
