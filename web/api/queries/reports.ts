/** Reports about public projects. All throw ApiError and OfflineError. */
import { useQuery } from '@tanstack/react-query';
import { reportsReply, type Report, type ReportReason } from '#shared/api/reports.ts';
import { keys } from '../keys.ts';
import { queryClient } from '../query-client.ts';
import { readReply, rpc, until } from '../rpc.ts';

/** What operators are told; undefined until it is known. */
export function useReports(): Report[] | undefined {
  const { data } = useQuery({
    queryKey: keys.reports,
    queryFn: async ({ signal }) => readReply(await rpc.api.reports.$get({}, until(signal)), reportsReply),
    refetchOnMount: 'always',
  });
  return data;
}

export async function reportProject(id: string, report: { reason: ReportReason; details: string }): Promise<void> {
  await rpc.api.showcase.projects[':id'].report.$post({ param: { id }, json: report });
}

/** Takes a project out of the showcase, for its owner or an operator. */
export async function unpublishProject(id: string): Promise<void> {
  await rpc.api.showcase.projects[':id'].unpublish.$post({ param: { id } });
  await queryClient.invalidateQueries({ queryKey: keys.showcase });
  await queryClient.invalidateQueries({ queryKey: keys.reports });
  await queryClient.invalidateQueries({ queryKey: keys.pulls });
}

export async function dismissReport(id: string): Promise<void> {
  await rpc.api.reports[':id'].$delete({ param: { id } });
  await queryClient.invalidateQueries({ queryKey: keys.reports });
}
