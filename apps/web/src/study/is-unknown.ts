import type { UseQueryResult } from '@tanstack/react-query'

type Asked = Pick<UseQueryResult, 'data' | 'failureReason' | 'errorUpdateCount'>

/**
 * Whether a query has no data, because neither the server nor this device has answered. Still true while the query is
 * retried.
 */
export const isUnknown = ({ data, failureReason, errorUpdateCount }: Asked): boolean =>
  data === undefined && (failureReason !== null || errorUpdateCount > 0)
