/** Migrations are imported as text, by the bundler of each host. */
declare module '*.sql' {
  const text: string;
  export default text;
}
