/** Which files a file of this project imports, by way of others, too; paths are from the root of the checkout. */
export function importGraph(root?: string): { closureOf(file: string): Set<string> };
