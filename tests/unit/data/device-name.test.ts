import { expect, test } from 'vitest';
import { deviceName, isHandheld, type NavigatorFacts } from '#shared/rules/device-name.ts';

const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';
const KIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const chromium = (platform: string, ...brands: string[]): NavigatorFacts => ({
  userAgent: `${MAC} ${KIT} Chrome/140.0.0.0 Safari/537.36`,
  maxTouchPoints: 0,
  userAgentData: {
    brands: ['Not=A?Brand', 'Chromium', ...brands].map((brand) => ({ brand })),
    platform,
    mobile: false,
  },
});
const agent = (userAgent: string, maxTouchPoints = 0): NavigatorFacts => ({ userAgent, maxTouchPoints });

test.each<[string, NavigatorFacts]>([
  ['Chrome on macOS', chromium('macOS', 'Google Chrome')],
  ['Edge on Windows', chromium('Windows', 'Microsoft Edge')],
  ['Opera on Linux', chromium('Linux', 'Opera')],
  ['Chromium on Linux', chromium('Linux')],
  ['Chrome on Linux', chromium('Linux', 'HeadlessChrome')],
  ['Chrome on Android', chromium('Android', 'Google Chrome')],
  ['Firefox on Linux', agent('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0')],
  ['Firefox on Android', agent('Mozilla/5.0 (Android 14; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0', 5)],
  ['Safari on macOS', agent(`${MAC} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15`)],
  ['Safari on iPad', agent(`${MAC} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15`, 5)],
  ['Safari on iPhone', agent('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1', 5)],
  ['Chrome on iPhone', agent('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) CriOS/140.0 Safari/604.1', 5)],
  ['Edge on Windows', agent(`Mozilla/5.0 (Windows NT 10.0) ${KIT} Chrome/140.0 Safari/537.36 Edg/140.0`)],
  ['Samsung Internet on Android', agent(`Mozilla/5.0 (Linux; Android 14) ${KIT} SamsungBrowser/28.0 Chrome/130.0`, 5)],
  ['Browser', agent('curl/8')],
])('%s', (name, facts) => {
  expect(deviceName(facts)).toBe(name);
});

test('phones and tablets are told from the rest', () => {
  const names = ['Safari on iPhone', 'Chrome on Android', 'Firefox on Linux', 'Edge on Windows'];
  expect(names.filter(isHandheld)).toEqual(names.slice(0, 2));
});
