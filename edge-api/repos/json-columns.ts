/** Columns on their way into a JSON text that the database writes. */

/** A column of 0 and 1 as false and true; null stays null. */
export function flagJson(column: string): string {
  return `json(case ${column} when 1 then 'true' when 0 then 'false' else 'null' end)`;
}

/** A column of numbers, whole: by itself JSON text gets fifteen of their digits. */
export function numberJson(column: string): string {
  return `json(iif(${column} is null, 'null', printf('%!.17g', ${column})))`;
}

/** A scene's frames per second, null where it has no clip. */
export const FPS_JSON = `json(iif(fps_num is null or fps_den is null, 'null', json_object('num', fps_num, 'den', fps_den)))`;
