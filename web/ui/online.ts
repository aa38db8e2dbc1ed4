/** Whether the browser has a network at all. True is a hope, false is a fact. */
import { create } from 'zustand';

const useNetwork = create<{ isOnline: boolean }>(() => ({ isOnline: navigator.onLine }));
const look = (): void => useNetwork.setState({ isOnline: navigator.onLine });
addEventListener('online', look);
addEventListener('offline', look);

export function useOnline(): boolean {
  return useNetwork(({ isOnline }) => isOnline);
}
