import type { UseQueryResult } from '@tanstack/react-query'

type Asked = Pick<UseQueryResult, 'data' | 'failureReason' | 'errorUpdateCount'>

/**
 * Whether a query has no data because it failed: neither the server nor this device had an answer. True also while it is retried. What
 * the person writes meanwhile is shown all the same.
 */
export const isUnknown = ({ data, failureReason, errorUpdateCount }: Asked): boolean =>
  data === undefined && (failureReason !== null || errorUpdateCount > 0)
