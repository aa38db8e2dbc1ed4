/** Lets `.sql` files be imported as text, as the server's bundler and wrangler do by themselves. */
import type { Plugin } from 'vite';

export function sqlText(): Plugin {
  return {
    name: 'sql-text',
    enforce: 'pre',
    transform: {
      filter: { id: /\.sql$/ },
      handler: (code) => ({ code: `export default ${JSON.stringify(code)}`, moduleType: 'js', map: null }),
    },
  };
}
